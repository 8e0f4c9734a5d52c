/**
 * Hides the keys of a composing input method from the console: Enter, Escape and arrows belong to the input method, and
 * choose, clear or close nothing in any field. Their default action in the browser is kept. Some browsers (Safari) send
 * the last key after the composition has ended, recognisable by its key code only.
 */
export function keepCompositionApart(target: Pick<Window, 'addEventListener'> = window): void {
  // Capturing on the window, before react-admin, MUI and pages, which listen below it or later.
  for (const type of ['keydown', 'keyup'] as const)
    target.addEventListener(
      type,
      (event: KeyboardEvent) => {
        if (event.isComposing || event.keyCode === COMPOSING) event.stopImmediatePropagation()
      },
      { capture: true },
    )
}

/** The key code of a key that an input method consumed (UI Events, "keyCode" of composition). */
const COMPOSING = 229
