import { lazy, type ComponentType } from 'react'
import type {
  BulkSlot,
  ColumnSlot,
  CommandSlot,
  DialogSlot,
  FormSlot,
  InputSlot,
  ToolSlot,
  ViewSlot,
} from '../resources/kit/slots.ts'
import { ConnectionCell } from './custom/ConnectionCell.tsx'
import { DeviceStateCell, GatewayStateCell } from './custom/DeviceStateCell.tsx'
import { SaveCycleCell } from './custom/SaveCycleCell.tsx'
import { SaveCycleInput } from './custom/SaveCycleInput.tsx'
import { ContactsInput } from './custom/alarm/ContactsInput.tsx'
import { InvertedSwitchInput } from './custom/alarm/InvertedSwitchInput.tsx'
import { LevelInput } from './custom/alarm/LevelInput.tsx'
import { LimitCell } from './custom/alarm/LimitCell.tsx'
import { NodeInput, WritableNodeInput } from './custom/alarm/NodeInput.tsx'
import { NodeValueInput } from './custom/alarm/NodeValueInput.tsx'
import { RecordLinksCell } from './custom/alarm/RecordLinksCell.tsx'
import { InvertedSwitchCell, SwitchCell } from './custom/alarm/SwitchCell.tsx'
import { ThresholdShape } from './custom/alarm/ThresholdShape.tsx'
import { WechatCell } from './custom/alarm/WechatCell.tsx'
import { AmendTypesCell } from './custom/device/AmendTypesCell.tsx'
import { AmendTypesInput } from './custom/device/AmendTypesInput.tsx'
import { ModelNodeInput } from './custom/device/ModelNodeInput.tsx'
import { VirtualRuleShape } from './custom/device/VirtualRuleShape.tsx'
import { DeviceTreeInput, DevicesOfModelInput } from './custom/deviceTree/inputs.tsx'
import { DesignCommand } from './custom/display/DesignCommand.tsx'
import { DisplayTopCommand } from './custom/display/DisplayTopCommand.tsx'
import { ParentCell } from './custom/user/ParentCell.tsx'
import { ParentInput } from './custom/user/ParentInput.tsx'
import { TokenCell } from './custom/user/TokenCell.tsx'
import { UserShape } from './custom/user/UserShape.tsx'
import { VideoSourceCell } from './custom/video/VideoSourceCell.tsx'
import { VideoSourceInput } from './custom/video/VideoSourceInput.tsx'
import { PushResultCell } from './custom/north/PushResultCell.tsx'
import { ImportTool } from './import/ImportTool.tsx'
import { KnocksTool } from './custom/station/KnocksTool.tsx'
import { chunk, type Chunk } from './ui/index.ts'
import type { CellProps } from './fields/cell.ts'
import type { ControlProps } from './fields/control.ts'
import type {
  BulkSlotProps,
  CommandSlotProps,
  DialogSlotProps,
  FormShapeProps,
  ToolSlotProps,
  ViewSlotProps,
} from './fields/slotProps.ts'

/**
 * The components behind the names of resources/kit/slots.ts. A name without one does not compile. Forms, dialogs and tools are
 * `lazy`: they are their own chunks, and may draw with parts of crud, which reads this file.
 */
export const inputSlots: Record<InputSlot, ComponentType<ControlProps>> = {
  saveCycle: SaveCycleInput,
  devicesOfModel: DevicesOfModelInput,
  nodeOfDevices: NodeInput,
  writableNode: WritableNodeInput,
  nodeValue: NodeValueInput,
  alertLevel: LevelInput,
  contactsOfProject: ContactsInput,
  deviceTree: DeviceTreeInput,
  invertedSwitch: InvertedSwitchInput,
  modelNode: ModelNodeInput,
  amendTypes: AmendTypesInput,
  parentUser: ParentInput,
  videoSource: VideoSourceInput,
}

export const columnSlots: Record<ColumnSlot, ComponentType<CellProps>> = {
  connection: ConnectionCell,
  deviceState: DeviceStateCell,
  online: GatewayStateCell,
  saveCycle: SaveCycleCell,
  recordLinks: RecordLinksCell,
  limit: LimitCell,
  switch: SwitchCell,
  invertedSwitch: InvertedSwitchCell,
  wechatBinding: WechatCell,
  pushResult: PushResultCell,
  amendTypes: AmendTypesCell,
  parentUser: ParentCell,
  userToken: TokenCell,
  videoSource: VideoSourceCell,
}

/** The inside of a form; it reads and writes the form through react-hook-form's context and useFormInfo. */
export const formSlots: Record<FormSlot, Chunk<object>> = {
  thresholdForm: chunk(() => import('./custom/alarm/ThresholdForm.tsx')),
  virtualRule: chunk(() => import('./custom/device/VirtualRuleForm.tsx')),
  userForm: chunk(() => import('./custom/user/UserForm.tsx')),
}

/** How those forms stand: known before they are, so that nothing moves when they come. */
export const formShapes: Record<FormSlot, ComponentType<FormShapeProps>> = {
  thresholdForm: ThresholdShape,
  virtualRule: VirtualRuleShape,
  userForm: UserShape,
}

export const dialogSlots: Record<DialogSlot, Chunk<DialogSlotProps>> = {
  wechatBinding: chunk(() => import('./custom/alarm/BindDialog.tsx')),
  northPush: chunk(() => import('./custom/north/PushDialog.tsx')),
  northRows: chunk(() => import('./custom/north/FormatRowsDialog.tsx')),
  recordDetail: chunk(() => import('./crud/RecordDetail.tsx')),
  deviceDetail: chunk(() => import('./custom/device/DeviceDetail.tsx')),
  deviceName: chunk(() => import('./custom/device/RenameDialog.tsx')),
  gatewayDetail: chunk(() => import('./custom/device/GatewayDetail.tsx')),
  userPassword: chunk(() => import('./custom/user/PasswordDialog.tsx')),
}

/** A button of the batch bar that stands over the filters while rows are selected. */
export const bulkSlots: Record<BulkSlot, ComponentType<BulkSlotProps>> = {
  start: lazy(() => import('./crud/bulk/StartButton.tsx')),
  stop: lazy(() => import('./crud/bulk/StopButton.tsx')),
  renew: lazy(() => import('./custom/device/RenewButton.tsx')),
  remove: lazy(() => import('./crud/bulk/RemoveButton.tsx')),
}

/** Another way to draw a list's rows; the user switches between it and the table. */
export const viewSlots: Record<ViewSlot, ComponentType<ViewSlotProps>> = {
  displayCards: lazy(() => import('./custom/display/DisplayCards.tsx')),
}

export const commandSlots: Record<CommandSlot, ComponentType<CommandSlotProps>> = {
  designDisplay: DesignCommand,
  displayTop: DisplayTopCommand,
}

export const toolSlots: Record<ToolSlot, ComponentType<ToolSlotProps>> = {
  import: ImportTool,
  knocks: KnocksTool,
}
