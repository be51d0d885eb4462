// Question: where the focus goes when something is asked, and when it has been answered.
import { tick } from "svelte";
import type { Attachment } from "svelte/attachments";

// For an element with a question in it. It gets the focus itself, so that a key that is held down
// confirms nothing. Escape cancels. Afterwards the focus goes to the acts beside it, unless it is
// elsewhere by then.
export function question(cancel: () => void): Attachment<HTMLElement> {
  return (node) => {
    const around = node.parentElement;
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape") cancel();
    };
    node.tabIndex = -1;
    node.focus();
    node.addEventListener("keydown", key);
    return async () => {
      await tick();
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost) around?.querySelector<HTMLElement>(".acts button, .line button")?.focus();
    };
  };
}
