/** A stored row of any entity. */
export type Row = Record<string, string | number | null>
