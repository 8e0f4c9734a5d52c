import type { ComponentType } from 'react'
import type { ColumnSlot, CommandSlot, DialogSlot, FormSlot, InputSlot, ToolSlot } from '../resources/kit/slots.ts'
import { ConnectionCell } from './custom/ConnectionCell.tsx'
import { DeviceStateCell, OnlineCell } from './custom/DeviceStateCell.tsx'
import { SaveCycleCell } from './custom/SaveCycleCell.tsx'
import { SaveCycleInput } from './custom/SaveCycleInput.tsx'
import type { CellProps } from './fields/cell.ts'
import type { ControlProps } from './fields/control.ts'
import type { CommandSlotProps, DialogSlotProps, ToolSlotProps } from './fields/slotProps.ts'

/**
 * The components behind the names of resources/kit/slots.ts. A name without one does not compile. Forms, dialogs and tools are
 * `lazy`: they are their own chunks, and may draw with parts of crud, which reads this file.
 */
export const inputSlots: Record<InputSlot, ComponentType<ControlProps>> = {
  saveCycle: SaveCycleInput,
}

export const columnSlots: Record<ColumnSlot, ComponentType<CellProps>> = {
  connection: ConnectionCell,
  deviceState: DeviceStateCell,
  online: OnlineCell,
  saveCycle: SaveCycleCell,
}

/** The inside of a form; it reads and writes the form through react-hook-form's context and useFormInfo. */
export const formSlots: Record<FormSlot, ComponentType> = {}

export const dialogSlots: Record<DialogSlot, ComponentType<DialogSlotProps>> = {}

export const commandSlots: Record<CommandSlot, ComponentType<CommandSlotProps>> = {}

export const toolSlots: Record<ToolSlot, ComponentType<ToolSlotProps>> = {}
