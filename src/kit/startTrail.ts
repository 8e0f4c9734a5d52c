const KEY = 'first-steps'

/**
 * Records whether this session is setting up an empty platform: set when the setup steps are shown, cleared by the
 * first value.
 */
export function followStart(on: boolean): void {
  try {
    if (on) sessionStorage.setItem(KEY, '1')
    else sessionStorage.removeItem(KEY)
  } catch {
    // Without storage the pages only lack the link back to the steps.
  }
}

export function followsStart(): boolean {
  try {
    return sessionStorage.getItem(KEY) === '1'
  } catch {
    return false
  }
}
