/** Pages for super administrators besides the entities. */
export const system = {
  outbox: {
    none: 'The outbox is empty',
    hint: 'Alarm messages and registration codes wait here while text messages, email or WeChat are not set up.',
    at: 'Time',
    way: 'Channel',
    recipient: 'To',
    content: 'Message',
    reason: 'Why it was not sent',
  },
  codes: {
    none: 'No device code is reserved',
    hint: 'When a device is deleted or gets another code, the old code stays with its project. Once released, other projects may use it.',
    search: 'Search device codes',
    sn: 'Device code',
    project: 'Project',
    since: 'Reserved since',
    release: 'Release',
    releaseOf: 'Release %{sn}',
    ask: 'Release device code',
    askText:
      'Once released, a device of any project may take the code %{sn}, and data reported under it belongs to that device.',
    released: 'The code %{sn} is released',
  },
}
