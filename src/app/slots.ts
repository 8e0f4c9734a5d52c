import { EmailField } from 'react-admin'
import { lazy } from 'react'
import { stockCell } from '../admin/fields/stock.tsx'
import {
  ConnectionCell,
  DeviceStateCell,
  GatewayStateCell,
  AmendTypesCell,
  SaveCycleCell,
} from '../entities/device/cells.tsx'
import { LimitCell, InvertedSwitchCell, RuleNameCell, SwitchCell, RecordLinksCell } from '../alarms/rule/cells.tsx'
import { OnCallCell } from '../alarms/roster/OnCallCell.tsx'
import { StepsCell } from '../alarms/escalation/StepsCell.tsx'
import { RepeatCell } from '../alarms/maintenance/RepeatCell.tsx'
import { WechatCell } from '../alarms/contacts/WechatCell.tsx'
import { DesignCommand, DisplayTopCommand } from '../entities/display/commands.tsx'
import { ParentCell, TokenCell } from '../entities/user/cells.tsx'
import { VideoSourceCell } from '../entities/video/VideoSourceCell.tsx'
import { PushResultCell } from '../entities/north/PushResultCell.tsx'
import { ImportTool } from '../import/ImportTool.tsx'
import { RefusedStationsTool } from '../entities/device/hj212/RefusedStationsTool.tsx'
import { chunk } from '../kit/index.ts'
import type { Slots } from '../admin/slots.ts'

/** Used as a tool and as a bulk action, which open the same sheet and share one chunk. */
const LabelsButton = lazy(() => import('../entities/device/LabelsButton.tsx'))

/**
 * Components behind the names of resources/kit/slots.ts. A name without a component does not compile. Forms, dialogs
 * and tools are their own chunks.
 */
export const slots: Slots = {
  input: chunk(() => import('./slotInputs.ts')),

  columns: {
    connection: ConnectionCell,
    deviceState: DeviceStateCell,
    online: GatewayStateCell,
    saveCycle: SaveCycleCell,
    recordLinks: RecordLinksCell,
    email: stockCell(EmailField),
    limit: LimitCell,
    ruleName: RuleNameCell,
    maintenanceRepeat: RepeatCell,
    switch: SwitchCell,
    invertedSwitch: InvertedSwitchCell,
    wechatBinding: WechatCell,
    pushResult: PushResultCell,
    amendTypes: AmendTypesCell,
    parentUser: ParentCell,
    userToken: TokenCell,
    videoSource: VideoSourceCell,
    onCallNow: OnCallCell,
    escalationSteps: StepsCell,
  },

  questions: {
    deviceMove: async (change) => (await import('../entities/device/moves.ts')).askDeviceMove(change),
    areaMove: async (change) => (await import('../entities/device/moves.ts')).askAreaMove(change),
  },

  forms: {
    thresholdForm: chunk(() => import('../alarms/rule/ThresholdForm.tsx')),
    virtualRule: chunk(() => import('../entities/virtual/VirtualRuleForm.tsx')),
    userForm: chunk(() => import('../entities/user/UserForm.tsx')),
  },

  shape: chunk(() => import('./slotShapes.ts')),

  dialogs: {
    wechatBinding: chunk(() => import('../alarms/contacts/BindDialog.tsx')),
    channelTest: chunk(() => import('../alarms/channels/ChannelDialog.tsx')),
    onCallCalendar: chunk(() => import('../alarms/roster/OnCallDialog.tsx')),
    northPush: chunk(() => import('../entities/north/PushDialog.tsx')),
    northRows: chunk(() => import('../entities/north/FormatRowsDialog.tsx')),
    recordDetail: chunk(() => import('../admin/dialogs/RecordDetail.tsx')),
    deviceDetail: chunk(() => import('../entities/device/DeviceDetail.tsx')),
    deviceName: chunk(() => import('../entities/device/RenameDialog.tsx')),
    gatewayDetail: chunk(() => import('../entities/gateway/GatewayDetail.tsx')),
    userPassword: chunk(() => import('../entities/user/PasswordDialog.tsx')),
  },

  bulk: {
    start: lazy(() => import('../admin/bulk/StartButton.tsx')),
    stop: lazy(() => import('../admin/bulk/StopButton.tsx')),
    rule: lazy(() => import('../alarms/rule/bulk/RuleButton.tsx')),
    renew: lazy(() => import('../entities/device/RenewButton.tsx')),
    labels: LabelsButton,
    remove: lazy(() => import('../admin/bulk/RemoveButton.tsx')),
  },

  views: {
    displayCards: lazy(() => import('../entities/display/DisplayCards.tsx')),
  },

  commands: {
    designDisplay: DesignCommand,
    displayTop: DisplayTopCommand,
  },

  tools: {
    import: ImportTool,
    labels: LabelsButton,
    knocks: RefusedStationsTool,
  },
}
