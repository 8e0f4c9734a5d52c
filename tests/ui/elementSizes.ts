/** happy-dom lays nothing out; lists that draw only what is seen need a window to look through. */
export function giveElementsASize(): void {
  for (const [name, value] of [
    ['offsetWidth', 1200],
    ['clientWidth', 1200],
    ['offsetHeight', 900],
    ['clientHeight', 900],
  ] as const) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value })
  }
}
