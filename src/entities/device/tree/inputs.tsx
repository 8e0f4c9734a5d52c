import type { ControlProps } from '../../../admin/fields/control.ts'
import { DeviceTree } from './DeviceTree.tsx'

/** Many devices. */
export const DeviceTreeInput = (control: ControlProps) => (
  <DeviceTree control={control as unknown as ControlProps<'ref'>} />
)

/** Many devices of one product model: the first one chosen decides which (spec 2 §5). */
export const DevicesOfModelInput = (control: ControlProps) => (
  <DeviceTree control={control as unknown as ControlProps<'ref'>} oneModel />
)
