import type { Resource } from '../../resources/kit/define.ts'
import type { HookSlot } from '../../resources/kit/slots.ts'
import type { Hook } from '../platform/hook.ts'
import { areaHook } from './area.ts'
import { channelHook } from './channel.ts'
import { calibrationHook } from './calibration.ts'
import { contactHook } from './contact.ts'
import { deviceHook } from './device.ts'
import { deviceaiHook } from './deviceai.ts'
import { displayHook } from './display.ts'
import { escalationHook } from './escalation.ts'
import { gatewayHook } from './gateway.ts'
import { maintenanceHook } from './maintenance.ts'
import { nodemapHook } from './nodemap.ts'
import { northinterfaceHook } from './northinterface.ts'
import { northrowHook } from './northrow.ts'
import { permissiontypeHook } from './permissiontype.ts'
import { projectHook } from './project.ts'
import { rosterHook } from './roster.ts'
import { thresholdHook } from './threshold.ts'
import { userHook } from './user.ts'

const none: Hook = {}

/** The hooks of all slots; a slot without an entry does not compile. */
const hooks: Record<HookSlot, Hook> = {
  area: areaHook,
  channel: channelHook,
  calibration: calibrationHook,
  contact: contactHook,
  device: deviceHook,
  deviceai: deviceaiHook,
  display: displayHook,
  escalation: escalationHook,
  gateway: gatewayHook,
  maintenance: maintenanceHook,
  nodemap: nodemapHook,
  northinterface: northinterfaceHook,
  northrow: northrowHook,
  permissiontype: permissiontypeHook,
  project: projectHook,
  roster: rosterHook,
  threshold: thresholdHook,
  user: userHook,
}

/** Returns the hook of an entity; an empty hook where its definition names no slot. */
export const hookOf = (resource: Resource): Hook => (resource.hook ? hooks[resource.hook] : none)
