/** Gives elements a size: happy-dom has no layout, and virtualised lists need a visible window. */
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
