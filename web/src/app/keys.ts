// Keys that a page uses for itself.

// Whether a key is pressed with others that make it a shortcut of the browser: Ctrl+P prints,
// Alt+Left goes back.
export const isShortcut = (event: KeyboardEvent): boolean =>
  event.ctrlKey || event.metaKey || event.altKey;

// Whether it is pressed where it has a meaning of its own.
export const isTaken = (event: KeyboardEvent): boolean =>
  isShortcut(event) ||
  (event.target as Element).closest("input, textarea, select, [role=grid]") !== null;
