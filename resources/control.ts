import { mayOpen, type Caller } from './kit/access.ts'

/**
 * Extension of platforms where setting values needs its own permission code; other platforms only require the page
 * (spec 1 §2.7).
 */
export const CONTROL = 'control'

/** Key of the real-time page, and of its button "Control". */
export const REAL_TIME_KEY = '2-1'
export const CONTROL_KEY = '2-1-1'

/**
 * Whether the caller may set values, turn switches and configure linked control: permission to see values does not
 * include changing them. `announced`: whether the platform has the code; always true for this platform itself.
 */
export const mayControl = (caller: Caller, announced = true): boolean =>
  mayOpen(caller, announced ? CONTROL_KEY : REAL_TIME_KEY)
