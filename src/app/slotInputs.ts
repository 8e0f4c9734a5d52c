import { createElement, type ComponentType } from 'react'
import type { InputSlot } from '../../resources/kit/slots.ts'
import type { ControlProps } from '../admin/fields/controls/control.ts'
import type { SlotInputProps } from '../admin/slots.ts'
import { SaveCycleInput } from '../entities/device/SaveCycleInput.tsx'
import { RangeFactorInput } from '../entities/node/RangeFactorInput.tsx'
import { ChannelAddressInput } from '../alarms/channels/ChannelAddressInput.tsx'
import { ChannelKindInput } from '../alarms/channels/ChannelKindInput.tsx'
import { ContactsInput } from '../alarms/contacts/ContactsInput.tsx'
import { InvertedSwitchInput, NodeInput, WritableNodeInput, NodeValueInput } from '../alarms/rule/inputs.tsx'
import { ConditionsInput } from '../alarms/rule/editor/ConditionsInput.tsx'
import { LimitScaleInput } from '../alarms/rule/editor/LimitScaleInput.tsx'
import { LimitInput } from '../alarms/rule/editor/LimitInput.tsx'
import { LimitsInput } from '../alarms/rule/editor/LimitsInput.tsx'
import { ScheduleInput } from '../alarms/rule/editor/ScheduleInput.tsx'
import { ScopeInput } from '../alarms/rule/editor/ScopeInput.tsx'
import { StepsInput } from '../alarms/escalation/StepsInput.tsx'
import { ResultsInput } from '../alarms/results/ResultsInput.tsx'
import { ClockInput } from '../alarms/roster/ClockInput.tsx'
import { ExceptionsInput } from '../alarms/roster/ExceptionsInput.tsx'
import { PeopleInput } from '../alarms/roster/PeopleInput.tsx'
import { LevelInput } from '../alarms/rule/LevelInput.tsx'
import { RepeatInput } from '../alarms/maintenance/RepeatInput.tsx'
import { AmendTypesInput } from '../entities/device/AmendTypesInput.tsx'
import { CleanersInput } from '../entities/device/CleanersInput.tsx'
import { ModelNodeInput } from '../entities/device/ModelNodeInput.tsx'
import { OtherDeviceInput } from '../entities/device/OtherDeviceInput.tsx'
import { DeviceTreeInput, DevicesOfModelInput } from '../entities/device/tree/DeviceTree.tsx'
import { ParentInput } from '../entities/user/ParentInput.tsx'
import { VideoSourceInput } from '../entities/video/VideoSourceInput.tsx'

/**
 * Inputs that definitions name, in a chunk of their own, since only forms draw them. A name without an input does not
 * compile.
 */
export const slotInputs: Record<InputSlot, ComponentType<ControlProps>> = {
  saveCycle: SaveCycleInput,
  rangeFactor: RangeFactorInput,
  devicesOfModel: DevicesOfModelInput,
  nodeOfDevices: NodeInput,
  writableNode: WritableNodeInput,
  nodeValue: NodeValueInput,
  alertLevel: LevelInput,
  contactsOfProject: ContactsInput,
  limitScale: LimitScaleInput,
  ruleLimit: LimitInput,
  ruleLimits: LimitsInput,
  ruleConditions: ConditionsInput,
  ruleSchedule: ScheduleInput,
  ruleScope: ScopeInput,
  deviceTree: DeviceTreeInput,
  invertedSwitch: InvertedSwitchInput,
  modelNode: ModelNodeInput,
  otherDevice: OtherDeviceInput,
  maintenanceRepeat: RepeatInput,
  amendTypes: AmendTypesInput,
  parentUser: ParentInput,
  videoSource: VideoSourceInput,
  clockTime: ClockInput,
  rosterPeople: PeopleInput,
  rosterExceptions: ExceptionsInput,
  escalationSteps: StepsInput,
  alarmResults: ResultsInput,
  channelAddress: ChannelAddressInput,
  channelKind: ChannelKindInput,
  cleanerList: CleanersInput,
}

export default function SlotInput({ slot, control }: SlotInputProps) {
  return createElement(slotInputs[slot], control)
}
