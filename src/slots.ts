import type { ComponentType } from 'react'
import type { ColumnSlot, InputSlot } from '../resources/kit/slots.ts'
import { ConnectionCell } from './custom/ConnectionCell.tsx'
import { DeviceStateCell, OnlineCell } from './custom/DeviceStateCell.tsx'
import { SaveCycleCell } from './custom/SaveCycleCell.tsx'
import { SaveCycleInput } from './custom/SaveCycleInput.tsx'
import type { CellProps } from './fields/cell.ts'
import type { ControlProps } from './fields/control.ts'

/** The components behind the names of resources/kit/slots.ts. A name without one does not compile. */
export const inputSlots: Record<InputSlot, ComponentType<ControlProps>> = {
  saveCycle: SaveCycleInput,
}

export const columnSlots: Record<ColumnSlot, ComponentType<CellProps>> = {
  connection: ConnectionCell,
  deviceState: DeviceStateCell,
  online: OnlineCell,
  saveCycle: SaveCycleCell,
}
