// Storage: what the page keeps in this tab and in this browser. Where the browser refuses to keep
// anything, it is kept until the page is left.

function storageOf(name: "localStorage" | "sessionStorage") {
  const kept = new Map<string, string>();
  return {
    // Empty: nothing is kept.
    read(key: string): string {
      try {
        return window[name].getItem(key) ?? kept.get(key) ?? "";
      } catch {
        return kept.get(key) ?? "";
      }
    },
    write(key: string, value: string): void {
      try {
        window[name].setItem(key, value);
      } catch {
        kept.set(key, value);
      }
    },
    remove(key: string): void {
      kept.delete(key);
      try {
        window[name].removeItem(key);
      } catch {
        // Then it was kept here only.
      }
    },
  };
}

export const tab = storageOf("sessionStorage");
export const browser = storageOf("localStorage");
