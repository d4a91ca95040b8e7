// The short form, for `make test`: open, play, pause, drag, scrub, replay.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { features, program, scene, shown, until, Viewer } from "./viewer";

test("@short a page plays, pauses, drags a body, scrubs, and its inputs replay to the same bits", async ({ page }) => {
    const viewer = await Viewer.start(scene);
    const troubles: string[] = [];
    page.on("pageerror", (error) => troubles.push(error.message));
    await page.goto(viewer.address);
    await until(page, (now) => now.playing && now.frame > 10, "it plays");

    await page.keyboard.press("Space");
    const paused = await until(page, (now) => !now.playing, "it pauses");
    await page.waitForTimeout(300);
    expect((await shown(page))!.frame).toBe(paused.frame);
    const picture = await features(page);
    expect(picture.red).toBeGreaterThan(0.01);
    expect(picture.red).toBeLessThan(0.4);

    await page.keyboard.press("Space");
    const before = await until(page, (now) => now.playing, "it plays again");
    const [x, y] = before.at;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await until(page, (now) => now.grabs === 1, "the ball is grabbed");
    await page.mouse.move(x, y - 340, { steps: 10 });
    const lifted = await until(page, (now) => now.center[1] > before.center[1] + 0.3, "the ball is lifted");
    expect((await features(page)).rows).toBeLessThan(picture.rows);
    await page.mouse.up();
    await until(page, (now) => now.grabs === 0, "it is let go");
    await until(page, (now) => now.center[1] < lifted.center[1] - 0.1, "and falls");

    await page.locator("#scrub").focus();
    await page.locator("#scrub").fill("5");
    const old = await until(page, (now) => now.frame === 5 && !now.playing, "frame 5 is shown");
    expect(old.center[1]).toBeGreaterThan(0.45);
    await page.locator("#go-on").click();
    await until(page, (now) => now.playing && now.stale !== undefined, "it goes on from there, and later frames are stale");

    await page.locator("#stage").focus();
    await page.keyboard.press("b");
    await page.keyboard.press("PageUp");
    await until(page, (now) => now.inputs > 0, "a key pushes");
    await page.waitForTimeout(300);
    await page.locator("#save-inputs").click();
    await expect(page.locator("#messages")).toContainText("--replay");
    expect(troubles).toEqual([]);
    const saved = readdirSync(viewer.folder).find((name) => name.endsWith(".inputs.jsonl"))!;
    const said = execFileSync(
        program,
        ["run", join(viewer.folder, "scene.json"), "-q", "--replay", join(viewer.folder, saved), "-o", join(viewer.folder, "run")],
        { encoding: "utf8" },
    );
    expect(said).toContain("the same bits as the live run");
    expect(await viewer.stop()).toBe(0);
});
