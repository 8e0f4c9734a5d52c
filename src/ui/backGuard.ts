/**
 * Holds the browser's back and forward buttons while something would be lost. The router of the console cannot block them, so the
 * step is taken back before the router hears of it. Listeners of popstate run in the order they were added: this one must be there
 * before the router, which is why it is added when the console's code is loaded. The router numbers its entries in history.state.idx.
 */
interface Guard {
  /** The entry that must not be left. */
  here: number
  /** Told how many steps were asked for; take them with history.go once they are free. */
  onHeld: (steps: number) => void
}

let guard: Guard | null = null
let returning = false

window.addEventListener('popstate', (event) => {
  if (returning) {
    returning = false
    event.stopImmediatePropagation()
    return
  }
  const there = indexOf(event.state)
  if (!guard || there === null || there === guard.here) return
  event.stopImmediatePropagation()
  returning = true
  window.history.go(guard.here - there)
  guard.onHeld(there - guard.here)
})

/** Holds the buttons until the answered function is called. */
export function holdBack(onHeld: (steps: number) => void): () => void {
  const here = indexOf(window.history.state)
  if (here === null) return () => {}
  const mine = { here, onHeld }
  guard = mine
  return () => {
    if (guard === mine) guard = null
  }
}

const indexOf = (state: unknown): number | null => (typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : null)
