// The help overlay, and the keys that it lists.

export interface Key {
    keys: string;
    what: string;
}

export const keys: Key[] = [
    { keys: "Space", what: "play or pause" },
    { keys: ".", what: "one frame" },
    { keys: "Home", what: "back to the start" },
    { keys: "[ ]", what: "slower, faster" },
    { keys: ", and ;", what: "look at the frame before, after" },
    { keys: "Enter", what: "go on from the frame shown" },
    { keys: "Escape", what: "back to the run" },
    { keys: "F", what: "frame everything" },
    { keys: "Shift + arrows, + −", what: "turn and zoom the camera" },
    { keys: "B", what: "choose the next body" },
    { keys: "Arrows, Page Up / Down", what: "push the chosen body" },
    { keys: "N", what: "pin or unpin the chosen body" },
    { keys: "S, C", what: "next way to show, next colours" },
    { keys: "M", what: "all scenes, with pictures" },
    { keys: "P, R", what: "picture, film" },
    { keys: "I", what: "save what was done, to replay it" },
    { keys: "L, H, ?", what: "light or dark, panel, this help" },
];

export function fillHelp(dialog: HTMLDialogElement): void {
    dialog.innerHTML = `<h2>Pliant</h2>
        <p>Drag a body to pull it along, and let go in motion to fling it. Drag beside the bodies, or with Shift, to turn
        the camera; right button to move it; wheel to zoom. <em>Hand</em> above chooses what a click on a body does.</p>
        <p>On the timeline green frames are those of the run, orange ones are stale: they were simulated before it went
        back. Everything you do is in a log: <em>Save inputs</em> writes it, and
        <code>pliant run SCENE --replay FILE</code> repeats it bit for bit.</p>
        <table>${keys.map((k) => `<tr><th>${k.keys}</th><td>${k.what}</td></tr>`).join("")}</table>
        <form method="dialog"><button autofocus>Close</button></form>`;
}
