type Listener = (script: string, failure: unknown) => void

/** Calls back with each script that cannot be run, once per script. */
export function onScriptFailure(listener: Listener): void {
  listeners.push(listener)
}

/** Notifies the listeners. */
export function reportFailure(script: string, failure: unknown): void {
  for (const listener of listeners) listener(script, failure)
}

const listeners: Listener[] = []
