/**
 * The names of what data cannot say. A definition holds only the name; each slot is filled once, in a total map that the
 * compiler checks: hooks in server/hooks/index.ts, all others in src/slots.ts.
 */

/** An input drawn by its own component. */
export type InputSlot = 'saveCycle'

/** A table cell drawn by its own component. */
export type ColumnSlot = 'connection' | 'deviceState' | 'online' | 'saveCycle'

/** The inside of a form drawn by its own component. */
export type FormSlot = never

/** A dialog of a record besides its form. */
export type DialogSlot = never

/** An entry of a row's menu that acts at once. */
export type CommandSlot = never

/** A button above a list. */
export type ToolSlot = never

/** What is done with every selected row. */
export type BulkSlot = never

/** Another way to draw the rows of a list. */
export type ViewSlot = never

/** A step of the server around saving and deleting. */
export type HookSlot = 'area' | 'device' | 'deviceai' | 'display' | 'gateway' | 'northinterface' | 'northrow' | 'project' | 'threshold' | 'user'
