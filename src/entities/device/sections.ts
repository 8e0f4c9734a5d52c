import { device } from '../../../resources/device.ts'
import { gateway } from '../../../resources/gateway.ts'
import type { Resource } from '../../../resources/kit/define.ts'

/** A definition whose first group also holds a field that its form does not: what a record's details show. */
const withState = (resource: Resource, state: string): Resource => ({
  ...resource,
  form: resource.form.map((section, index) =>
    index === 0 ? { ...section, fields: [...section.fields, state] } : section,
  ),
})

/** A device to be read: enabled and online, enabled and offline, or disabled (spec 2 §4). Who cleans there stands on its page. */
export const deviceRead = withState(
  {
    ...device,
    form: device.form.map(({ fields, ...section }) => ({
      ...section,
      fields: fields.filter((name) => name !== 'json_data'),
    })),
  },
  'control_state',
)

/** A gateway to be read, with whether it is online. */
export const gatewayRead = withState(gateway, 'getewayisonline')
