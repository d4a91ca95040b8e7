// The tests that drive the program and its page in Debian's Chromium, with software WebGL.
import { defineConfig } from "@playwright/test";

export default defineConfig({
    testDir: "tests/e2e",
    timeout: 90_000,
    workers: 1,
    reporter: "list",
    use: {
        viewport: { width: 1280, height: 800 },
        launchOptions: {
            executablePath: process.env.PLIANT_CHROMIUM ?? "/usr/bin/chromium",
            args: [
                "--no-sandbox",
                "--headless",
                "--disable-gpu",
                "--use-gl=angle",
                "--use-angle=swiftshader",
                "--enable-unsafe-swiftshader",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
            ],
        },
    },
});
