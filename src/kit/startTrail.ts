const KEY = 'first-steps'

/** Whether this session is setting up an empty platform: set where its steps are shown, taken back with the first value. */
export function followStart(on: boolean): void {
  try {
    if (on) sessionStorage.setItem(KEY, '1')
    else sessionStorage.removeItem(KEY)
  } catch {
    // Without storage there is only no way back beside the pages.
  }
}

export function followsStart(): boolean {
  try {
    return sessionStorage.getItem(KEY) === '1'
  } catch {
    return false
  }
}
