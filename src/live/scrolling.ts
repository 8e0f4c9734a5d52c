/** How long after its last move a list counts as still, ms: who looks for something scrolls in turns, with short looks between them. */
const REST = 1000

let users = 0
let moved = -Infinity

/** Takes note of what is scrolled anywhere in the page, until the function it gives is called. */
export function watchScrolling(): () => void {
  if (users++ === 0) document.addEventListener('scroll', note, LISTENING)
  return () => {
    if (--users === 0) document.removeEventListener('scroll', note, LISTENING)
  }
}

/** Whether something is being scrolled just now, as far as somebody watches. */
export const isScrolling = (): boolean => performance.now() - moved < REST

const LISTENING = { capture: true, passive: true } as const

function note(): void {
  moved = performance.now()
}
