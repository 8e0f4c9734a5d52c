import { createElement, type ComponentType } from 'react'
import type { InputSlot } from '../../resources/kit/slots.ts'
import type { ControlProps } from '../admin/fields/control.ts'
import type { SlotInputProps } from '../admin/slots.ts'
import { SaveCycleInput } from '../entities/device/SaveCycleInput.tsx'
import { ContactsInput } from '../alarms/contacts/ContactsInput.tsx'
import { InvertedSwitchInput, NodeInput, WritableNodeInput, NodeValueInput } from '../alarms/rule/inputs.tsx'
import { LevelInput } from '../alarms/rule/LevelInput.tsx'
import { AmendTypesInput } from '../entities/device/AmendTypesInput.tsx'
import { ModelNodeInput } from '../entities/device/ModelNodeInput.tsx'
import { DeviceTreeInput, DevicesOfModelInput } from '../entities/device/tree/DeviceTree.tsx'
import { ParentInput } from '../entities/user/ParentInput.tsx'
import { VideoSourceInput } from '../entities/video/VideoSourceInput.tsx'

/** The inputs that definitions name: a chunk of their own, since only forms draw them. A name without one does not compile. */
export const slotInputs: Record<InputSlot, ComponentType<ControlProps>> = {
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

export default function SlotInput({ slot, control }: SlotInputProps) {
  return createElement(slotInputs[slot], control)
}
