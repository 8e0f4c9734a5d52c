type Listener = (script: string, failure: unknown) => void

/** Called with each script that cannot be run, once a script. */
export function onScriptFailure(listener: Listener): void {
  listeners.push(listener)
}

/** Tells whoever listens. */
export function tellFailure(script: string, failure: unknown): void {
  for (const listener of listeners) listener(script, failure)
}

const listeners: Listener[] = []
