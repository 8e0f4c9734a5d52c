import { createContext, useContext, type ComponentType } from 'react'
import type {
  BulkSlot,
  ColumnSlot,
  CommandSlot,
  DialogSlot,
  FormSlot,
  InputSlot,
  QuestionSlot,
  ToolSlot,
  ViewSlot,
} from '../../resources/kit/slots.ts'
import type { Row } from '../../dataProvider/rows.ts'
import type { Values } from '../../resources/kit/validate.ts'
import type { Chunk } from '../kit/index.ts'
import type { CellProps } from './fields/cell.ts'
import type { ControlProps } from './fields/controls/control.ts'
import type {
  BulkSlotProps,
  CommandSlotProps,
  DialogSlotProps,
  FormShapeProps,
  ToolSlotProps,
  ViewSlotProps,
} from './fields/slotProps.ts'

/**
 * What the names of resources/kit/slots.ts stand for in the console. The app fills it once (src/app/slots.ts) and
 * provides it through SlotsContext, so that lists, forms and fields draw an entity's own components without importing
 * them.
 */
export interface Slots {
  /** Input of a field that names one. */
  input: Chunk<SlotInputProps>
  columns: Record<ColumnSlot, ComponentType<CellProps>>
  /** Content of a form; it reads and writes the form through react-hook-form's context and useFormInfo. */
  forms: Record<FormSlot, Chunk<object>>
  /** Layouts of those forms, loaded before the forms themselves, so that nothing moves when the forms appear. */
  shape: Chunk<SlotShapeProps>
  dialogs: Record<DialogSlot, Chunk<DialogSlotProps>>
  /** Button of the batch bar, which replaces the filters while rows are selected. */
  bulk: Record<BulkSlot, ComponentType<BulkSlotProps>>
  /** Another way to draw a list's rows; the user switches between it and the table. */
  views: Record<ViewSlot, ComponentType<ViewSlotProps>>
  commands: Record<CommandSlot, ComponentType<CommandSlotProps>>
  tools: Record<ToolSlot, ComponentType<ToolSlotProps>>
  /**
   * Returns the question to ask before a change is saved; null: none. Where it cannot be determined, nothing is asked.
   */
  questions: Record<QuestionSlot, (change: Change) => Promise<Question | null>>
}

/** A record as it was opened and as it would be saved. */
export interface Change {
  record: Row
  values: Values
}

/** Message keys with their arguments. */
export interface Question {
  title: string
  text: string
  confirm: string
  args: Readonly<Record<string, string | number>>
}

export interface SlotInputProps {
  slot: InputSlot
  control: ControlProps
}

export interface SlotShapeProps extends FormShapeProps {
  slot: FormSlot
}

export const SlotsContext = createContext<Slots | null>(null)

/**
 * Returns the slots that the app filled.
 *
 * @throws outside of SlotsContext, where no name could be drawn
 */
export function useSlots(): Slots {
  const slots = useContext(SlotsContext)
  if (!slots) throw new Error('SlotsContext is missing around a list or form')
  return slots
}
