/**
 * The names of what data cannot say. A definition holds only the name; each slot is filled once, in a total map that the
 * compiler checks: inputs, columns and forms in src/slots.ts, hooks in server/hooks/index.ts.
 */

/** An input drawn by its own component. */
export type InputSlot = 'saveCycle'

/** A table cell drawn by its own component. */
export type ColumnSlot = 'connection' | 'deviceState' | 'online' | 'saveCycle'

/** A whole form drawn by its own component. */
export type FormSlot = never

/** A step of the server around saving and deleting. */
export type HookSlot = 'area' | 'device' | 'deviceai' | 'display' | 'gateway' | 'northinterface' | 'northrow' | 'project' | 'threshold' | 'user'
