import { device } from '../../../resources/device.ts'
import { gateway } from '../../../resources/gateway.ts'
import type { Resource } from '../../../resources/kit/define.ts'

/** Returns a definition whose first section also has a field that its form lacks, for a record's details. */
const withState = (resource: Resource, state: string): Resource => ({
  ...resource,
  form: resource.form.map((section, index) =>
    index === 0 ? { ...section, fields: [...section.fields, state] } : section,
  ),
})

/**
 * A device's definition for reading: with its state, enabled and online, enabled and offline, or disabled (spec 2 §4).
 * Its cleaners are shown on its page.
 */
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

/** A gateway's definition for reading, with whether it is online. */
export const gatewayRead = withState(gateway, 'getewayisonline')
