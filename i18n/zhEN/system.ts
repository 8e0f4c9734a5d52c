/** What a super administrator looks after beside the entities. */
export const system = {
  outbox: {
    title: 'Outbox',
    none: 'The outbox is empty',
    hint: 'Alarm messages and registration codes wait here while text messages, email or WeChat are not set up.',
    at: 'Time',
    way: 'By',
    recipient: 'To',
    content: 'Message',
    reason: 'Why it could not leave',
  },
}
