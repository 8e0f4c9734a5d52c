/**
 * Keeps the keys of an input method that is composing from the console: Enter, Escape and arrows are the method's then, and choose, clear or close
 * nothing in any field. What they do in the browser stays. Some browsers (Safari) send the last of them after the composition has ended, told by its
 * code alone.
 */
export function keepCompositionApart(target: Pick<Window, 'addEventListener'> = window): void {
  // Before everything else: react-admin, MUI and pages listen below the window, or later.
  for (const type of ['keydown', 'keyup'] as const)
    target.addEventListener(
      type,
      (event: KeyboardEvent) => {
        if (event.isComposing || event.keyCode === COMPOSING) event.stopImmediatePropagation()
      },
      { capture: true },
    )
}

/** The code of a key that an input method took (UI Events, "keyCode" of composition). */
const COMPOSING = 229
