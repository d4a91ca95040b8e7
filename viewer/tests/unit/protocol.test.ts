import { describe, expect, test } from "vitest";
import { streamAddress } from "../../src/connection";
import { unpack } from "../../src/protocol";

function packet(header: object, ...arrays: ArrayBufferView[]): ArrayBuffer {
    let text = JSON.stringify(header);
    while (text.length % 8 !== 0) text += " ";
    const bytes: number[] = [...new TextEncoder().encode("PLNT"), 0, 0, 0, 0, ...new TextEncoder().encode(text)];
    for (const array of arrays) {
        bytes.push(...new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
        while (bytes.length % 8 !== 0) bytes.push(0);
    }
    const buffer = new Uint8Array(bytes).buffer;
    new DataView(buffer).setUint32(4, text.length, true);
    return buffer;
}

describe("packets", () => {
    test("arrays come back with their names, types and numbers", () => {
        const header = { kind: "frame", arrays: [["P", "u16", 3], ["value", "u8", 5], ["w", "f32", 2], ["of", "u32", 1]] };
        const { header: got, arrays } = unpack(
            packet(header, new Uint16Array([1, 2, 65535]), new Uint8Array([9, 8, 7, 6, 5]), new Float32Array([0.5, -1]), new Uint32Array([70000])),
        );
        expect(got.kind).toBe("frame");
        expect([...arrays.get("P")!]).toEqual([1, 2, 65535]);
        expect([...arrays.get("value")!]).toEqual([9, 8, 7, 6, 5]);
        expect([...arrays.get("w")!]).toEqual([0.5, -1]);
        expect([...arrays.get("of")!]).toEqual([70000]);
    });

    test("what is cut off or something else is refused", () => {
        const whole = packet({ arrays: [["P", "u16", 3]] }, new Uint16Array(3));
        expect(() => unpack(whole.slice(0, whole.byteLength - 8))).toThrow("cut off");
        expect(() => unpack(whole.slice(0, 12))).toThrow("cut off");
        expect(() => unpack(new ArrayBuffer(4))).toThrow("not a packet");
        expect(() => unpack(new TextEncoder().encode("something").buffer as ArrayBuffer)).toThrow("not a packet");
    });

    test("the stream is beside the page, with its token", () => {
        expect(streamAddress({ host: "127.0.0.1:99", search: "?token=a%26b" })).toBe("ws://127.0.0.1:99/stream?token=a%26b");
        expect(streamAddress({ host: "h", search: "" })).toBe("ws://h/stream?token=");
    });
});
