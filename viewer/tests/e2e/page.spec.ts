// The rest, for `make test-all`.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { features, program, scene, shown, until, Viewer } from "./viewer";

test.describe("the page", () => {
    let viewer: Viewer;
    test.beforeEach(async ({ page }) => {
        viewer = await Viewer.start(scene, ["--paused"]);
        await page.goto(viewer.address);
        await until(page, (now) => now.frame === 0, "it opens");
    });
    test.afterEach(async () => {
        await viewer.stop();
    });

    test("steps, resets and changes its speed by keys", async ({ page }) => {
        await page.locator("#stage").focus();
        await page.keyboard.press(".");
        await page.keyboard.press(".");
        await until(page, (now) => now.frame === 2, "two steps");
        await page.keyboard.press("[");
        await expect(page.locator("#speed")).toHaveValue("0.5");
        await page.keyboard.press("Home");
        await until(page, (now) => now.frame === 0, "back at the start");
    });

    test("a slider changes the simulation, and reset takes it back", async ({ page }) => {
        const gravity = page.locator('[data-path="gravity"] input[type="number"]').nth(1);
        await gravity.fill("6");
        await gravity.press("Enter");
        await expect(page.locator('[data-path="gravity"]')).toHaveClass(/changed/);
        const before = (await shown(page))!;
        await page.locator("#play").click();
        await until(page, (now) => now.center[1] > before.center[1] + 0.5, "it falls upwards");
        await page.locator("#reset-parameters").click();
        await expect(page.locator('[data-path="gravity"]')).not.toHaveClass(/changed/);
        const young = page.locator('[data-path="bodies.0.material.young"] input[type="number"]');
        await young.fill("-3");
        await young.press("Enter");
        await expect(page.locator("#messages .trouble")).toContainText("young");
    });

    test("pins by a click, and takes the pin away by another", async ({ page }) => {
        await page.locator("#tool").selectOption("pin");
        const { at } = (await shown(page))!;
        await page.mouse.click(at[0], at[1]);
        const pinned = await until(page, (now) => now.pins === 1, "a pin");
        await page.locator("#play").click();
        await until(page, (now) => now.frame > 40, "some time");
        expect((await shown(page))!.center[1]).toBeGreaterThan(pinned.center[1] - 0.2);
        await page.keyboard.press("n");
        await until(page, (now) => now.pins === 0, "it is gone");
    });

    test("cuts a body by a stroke", async ({ page }) => {
        await page.locator("#tool").selectOption("cut");
        const { at } = (await shown(page))!;
        await page.locator("#play").click();
        await page.mouse.move(at[0] + 5, at[1] - 250);
        await page.mouse.down();
        await page.mouse.move(at[0] - 5, at[1] + 250, { steps: 5 });
        await page.mouse.up();
        await until(page, (now) => now.fragments >= 2, "it is in two");
        await until(page, (now) => now.skins.some(([body, mesh]) => body === 0 && mesh), "and drawn as two");
    });

    test("colours show numbers with a legend, and the picture with them", async ({ page }) => {
        const plain = await features(page);
        for (const color of ["speed", "strain", "cluster"]) {
            await page.locator("#color").selectOption(color);
            await until(page, (now) => now.color === color, color);
            await expect(page.locator("#legend")).toContainText(color);
            expect((await features(page)).red).not.toBe(plain.red);
        }
        await page.locator("#color").selectOption("none");
        await page.locator("#show").selectOption("particles");
        await page.waitForTimeout(300);
        const balls = await features(page);
        expect(balls.red).toBeGreaterThan(0.5 * plain.red);
        expect(balls.red).toBeLessThan(2 * plain.red);
    });

    test("changes the scene from the menu", async ({ page }) => {
        await page.locator("#scene").selectOption("falling-ball");
        await until(page, (now) => now.scene === "falling-ball", "the other scene");
        await page.locator("#play").click();
        await until(page, (now) => now.scene === "falling-ball" && now.frame > 5, "it plays");
    });

    test("has a help, two themes, a panel that hides, a picture and a film to take along", async ({ page }) => {
        await page.locator("#stage").focus();
        await page.keyboard.press("?");
        await expect(page.locator("#help")).toBeVisible();
        await page.keyboard.press("Escape");
        await expect(page.locator("#help")).toBeHidden();
        const theme = await page.evaluate(() => document.documentElement.dataset.theme);
        await page.locator("#theme").click();
        expect(await page.evaluate(() => document.documentElement.dataset.theme)).not.toBe(theme);
        await page.locator("#side-toggle").click();
        await expect(page.locator("#side-content")).toBeHidden();
        const [picture] = await Promise.all([page.waitForEvent("download"), page.locator("#screenshot").click()]);
        expect(picture.suggestedFilename()).toMatch(/\.png$/);
        await page.locator("#film").click();
        await page.locator("#play").click();
        await until(page, (now) => now.frame > 15, "some frames");
        const [film] = await Promise.all([page.waitForEvent("download"), page.locator("#film").click()]);
        expect(film.suggestedFilename()).toMatch(/\.webm$/);
    });

    test("two pages see the same run, and one goes on when the other is closed", async ({ page, context }) => {
        const other = await context.newPage();
        await other.goto(viewer.address);
        await until(other, (now) => now.frame === 0, "the second opens");
        await page.locator("#play").click();
        await until(other, (now) => now.playing && now.frame > 5, "the second sees it play");
        await other.close();
        const now = (await shown(page))!.frame;
        await until(page, (later) => later.frame > now + 10, "the first goes on");
    });

    test("comes back by itself", async ({ page }) => {
        await page.evaluate(() => {
            // eslint-disable-next-line @typescript-eslint/no-explicit-any
            ((window as any).pliant.connection.socket as WebSocket).send("nonsense");
        });
        await expect(page.locator("body")).toHaveClass(/lost/);
        await expect(page.locator("body")).not.toHaveClass(/lost/, { timeout: 10_000 });
        await page.locator("#step").click();
        await until(page, (now) => now.frame === 1, "it works again");
    });
});

test("the folder of a run is played, and cannot be touched", async ({ page }) => {
    const first = await Viewer.start(scene, ["--paused"]);
    const run = join(first.folder, "run");
    execFileSync(program, ["run", join(first.folder, "scene.json"), "-q", "--frames", "20", "-o", run]);
    const viewer = await Viewer.start(run);
    await page.goto(viewer.address);
    await until(page, (now) => now.frame === 20, "its last frame");
    await expect(page.locator("#save-inputs")).toBeHidden();
    await page.locator("#scrub").fill("3");
    await until(page, (now) => now.frame === 3, "a frame of it");
    await viewer.stop();
    await first.stop();
});

test("without the token there is nothing to see", async ({ page }) => {
    const viewer = await Viewer.start(scene, ["--paused"]);
    const answer = await page.goto(viewer.address.replace(/token=.*/, "token=wrong"));
    expect(answer!.status()).toBe(403);
    await viewer.stop();
});

test("a body that breaks is seen in pieces, and whole again in an earlier frame", async ({ page }) => {
    const viewer = await Viewer.start("wafer");
    await page.goto(viewer.address);
    const first = await until(page, (now) => now.triangles > 0, "it is drawn");
    expect(first.skins).toEqual([[0, false]]);
    const broken = await until(page, (now) => now.skins.some(([body, mesh]) => body === 0 && mesh), "a surface of its pieces comes");
    expect(broken.triangles).toBeGreaterThan(first.triangles);
    await page.locator("#scrub").fill("0");
    const whole = await until(page, (now) => now.frame === 0, "the first frame");
    expect(whole.triangles).toBe(first.triangles);
    await viewer.stop();
});

test("a sheet has its skin, bodies their collision shapes, and the menu pictures", async ({ page }) => {
    const viewer = await Viewer.start("cloth-sheet", ["--paused"]);
    await page.goto(viewer.address);
    const sheet = await until(page, (now) => now.skins.length === 1, "the sheet's points come with the frame");
    expect(sheet.skins).toEqual([[0, false]]);
    await page.locator("#scenes-button").click();
    const pictures = page.locator("#scenes img");
    expect(await pictures.count()).toBeGreaterThan(30);
    expect(await pictures.first().evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(120);
    await page.keyboard.press("Escape");
    await page.locator("#scenes-button").click();
    await page.locator("#scenes button", { hasText: /^falling-ball$/ }).click();
    await until(page, (now) => now.scene === "falling-ball", "the scene that was clicked");
    const skin = await features(page);
    await page.locator("#show").selectOption("proxies");
    await until(page, (now) => now.proxies > 100, "triangles of collision shapes");
    await page.waitForTimeout(300);
    const shapes = await features(page);
    expect(shapes.red).toBeGreaterThan(0.5 * skin.red);
    expect(shapes.red).toBeLessThan(2 * skin.red);
    await viewer.stop();
});

test("bodies at rest sleep, and a hand wakes them", async ({ page }) => {
    const viewer = await Viewer.start({ ...scene, sleeping: { enabled: true } });
    await page.goto(viewer.address);
    await until(page, (now) => now.asleep === 1, "it sleeps", 60_000);
    await page.locator("#stage").focus();
    await page.keyboard.press("PageUp");
    await until(page, (now) => now.asleep === 0, "a push wakes it");
    await viewer.stop();
});
