// All bundled scenes with small pictures (tools/scene-pictures), to choose from by mouse or keyboard.

const pictures = import.meta.glob<string>("./scenes/*.jpg", { eager: true, query: "?inline", import: "default" });

/** The picture of a scene, as a data address; none: it has no picture. */
export function pictureOf(name: string): string | undefined {
    return pictures[`./scenes/${name}.jpg`];
}

export class SceneMenu {
    private names: string[] = [];

    constructor(
        private readonly dialog: HTMLDialogElement,
        private readonly choose: (name: string) => void,
    ) {
        dialog.addEventListener("click", (event) => {
            if (event.target === dialog) dialog.close();
        });
    }

    fill(names: readonly string[]): void {
        this.names = [...names];
    }

    open(current: string): void {
        const list = document.createElement("div");
        list.className = "scenes";
        list.append(...this.names.map((name) => this.button(name, name === current)));
        const close = document.createElement("button");
        close.textContent = "close";
        close.addEventListener("click", () => this.dialog.close());
        const title = document.createElement("h2");
        title.textContent = "Scenes ";
        title.append(close);
        this.dialog.replaceChildren(title, list);
        this.dialog.showModal();
        this.dialog.querySelector<HTMLButtonElement>("[aria-current]")?.focus();
    }

    private button(name: string, current: boolean): HTMLButtonElement {
        const button = document.createElement("button");
        const source = pictureOf(name);
        const picture = document.createElement(source ? "img" : "i");
        if (picture instanceof HTMLImageElement && source) {
            picture.src = source;
            picture.alt = "";
        }
        const text = document.createElement("span");
        text.textContent = name;
        button.append(picture, text);
        if (current) button.setAttribute("aria-current", "true");
        button.addEventListener("click", () => {
            this.dialog.close();
            this.choose(name);
        });
        return button;
    }
}
