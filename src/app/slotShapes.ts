import { createElement, type ComponentType } from 'react'
import type { FormSlot } from '../../resources/kit/slots.ts'
import type { FormShapeProps } from '../admin/fields/slotProps.ts'
import type { SlotShapeProps } from '../admin/slots.ts'
import { ThresholdShape } from '../alarms/rule/ThresholdShape.tsx'
import { UserShape } from '../entities/user/UserShape.tsx'
import { VirtualRuleShape } from '../entities/virtual/VirtualRuleShape.tsx'

/** How the forms that definitions name stand: a chunk of their own, since only forms draw them. A name without one does not compile. */
const slotShapes: Record<FormSlot, ComponentType<FormShapeProps>> = {
  thresholdForm: ThresholdShape,
  virtualRule: VirtualRuleShape,
  userForm: UserShape,
}

export default function SlotShape({ slot, ...shape }: SlotShapeProps) {
  return createElement(slotShapes[slot], shape)
}
