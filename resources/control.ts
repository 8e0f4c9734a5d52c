import { mayOpen, type Caller } from './kit/access.ts'

/** The extension a platform announces where setting values asks for a code of its own; one without it asks for the page alone (spec 1 §2.7). */
export const CONTROL = 'control'

/** Key of the real-time page, and of its button "Control". */
export const REAL_TIME_KEY = '2-1'
export const CONTROL_KEY = '2-1-1'

/**
 * Whether the caller may set values, turn switches and set up linked control: looking at values is no leave to change them. `announced`: whether the
 * platform has the code; it is never false for the platform itself.
 */
export const mayControl = (caller: Caller, announced = true): boolean =>
  mayOpen(caller, announced ? CONTROL_KEY : REAL_TIME_KEY)
