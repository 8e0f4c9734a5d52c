import { createElement, type ComponentType } from 'react'
import type { FormSlot } from '../../resources/kit/slots.ts'
import type { FormShapeProps } from '../admin/fields/slotProps.ts'
import type { SlotShapeProps } from '../admin/slots.ts'
import { ThresholdShape } from '../alarms/rule/ThresholdShape.tsx'
import { UserShape } from '../entities/user/UserShape.tsx'
import { VirtualRuleShape } from '../entities/virtual/VirtualRuleShape.tsx'

/**
 * Layouts of the forms that definitions name, in a chunk of their own, since only forms draw them. A name without a
 * layout does not compile.
 */
const slotShapes: Record<FormSlot, ComponentType<FormShapeProps>> = {
  thresholdForm: ThresholdShape,
  virtualRule: VirtualRuleShape,
  userForm: UserShape,
}

export default function SlotShape({ slot, ...shape }: SlotShapeProps) {
  return createElement(slotShapes[slot], shape)
}
