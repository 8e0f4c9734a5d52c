import type { Resource } from '../../resources/kit/define.ts'
import type { HookSlot } from '../../resources/kit/slots.ts'
import { areaHook } from './area.ts'
import { contactHook } from './contact.ts'
import { deviceHook } from './device.ts'
import { deviceaiHook } from './deviceai.ts'
import { displayHook } from './display.ts'
import { gatewayHook } from './gateway.ts'
import { nodemapHook } from './nodemap.ts'
import { northinterfaceHook } from './northinterface.ts'
import { northrowHook } from './northrow.ts'
import { projectHook } from './project.ts'
import { thresholdHook } from './threshold.ts'
import type { Hook } from './types.ts'
import { userHook } from './user.ts'

const none: Hook = {}

/** Every slot filled once; a slot without an entry does not compile. */
const hooks: Record<HookSlot, Hook> = {
  area: areaHook,
  contact: contactHook,
  device: deviceHook,
  deviceai: deviceaiHook,
  display: displayHook,
  gateway: gatewayHook,
  nodemap: nodemapHook,
  northinterface: northinterfaceHook,
  northrow: northrowHook,
  project: projectHook,
  threshold: thresholdHook,
  user: userHook,
}

/** The steps of an entity; none where its definition names no slot. */
export const hookOf = (resource: Resource): Hook => (resource.hook ? hooks[resource.hook] : none)
