// The stream from the server: packets in, commands out; comes back by itself when it breaks.

import { unpack, type Packet } from "./protocol";

export interface Listener {
    packet(packet: Packet): void;
    message(message: Record<string, unknown>): void;
    opened(): void;
    closed(why: string): void;
}

export class Connection {
    private socket: WebSocket | null = null;
    private nextId = 1;
    private delay = 500;

    constructor(
        private readonly listener: Listener,
        private readonly address = streamAddress(window.location),
    ) {
        this.open();
    }

    /** Sends a command; returns its number, which the answer has. */
    send(what: string, more: Record<string, unknown> = {}): number {
        const id = this.nextId++;
        if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ do: what, id, ...more }));
        return id;
    }

    private open(): void {
        const socket = new WebSocket(this.address);
        socket.binaryType = "arraybuffer";
        socket.onopen = () => {
            this.delay = 500;
            this.listener.opened();
        };
        socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => {
            if (typeof event.data === "string") this.listener.message(JSON.parse(event.data) as Record<string, unknown>);
            else this.listener.packet(unpack(event.data));
        };
        socket.onclose = (event) => {
            this.listener.closed(event.reason || "the connection to pliant is lost");
            window.setTimeout(() => this.open(), this.delay);
            this.delay = Math.min(2 * this.delay, 5000);
        };
        this.socket = socket;
    }
}

/** The stream is beside the page, with the same token. */
export function streamAddress(page: { host: string; search: string }): string {
    const token = new URLSearchParams(page.search).get("token") ?? "";
    return `ws://${page.host}/stream?token=${encodeURIComponent(token)}`;
}
