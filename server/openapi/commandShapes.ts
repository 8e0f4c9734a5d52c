import { switchResults } from '../../resources/kit/switches.ts'
import { described, INT, maybe, NUMBER, record, TEXT, TIME, ZERO_OR_ONE, type Schema } from './parts.ts'

/** Shapes of commands to devices, and of what alarms switched. */
export const commandShapes: Readonly<Record<string, Schema>> = {
  Command: record({
    asked_at: TIME,
    asked_by: maybe(TEXT),
    from: maybe(NUMBER),
    to: maybe(NUMBER),
    outcome: maybe({ type: 'string', enum: ['confirmed', 'unconfirmed'] }),
    ended_at: maybe(TIME),
    reported: maybe(NUMBER),
    result: described(maybe({ type: 'string', enum: [...switchResults] }), 'the outcome in detail'),
    within: described(INT, 'time within which the device has to report, ms; of the last command only'),
  }),
  EpisodeSwitch: record({
    id: INT,
    episode_id: described(INT, 'in a chain of linked control: the episode whose rule switched the node'),
    device_id: INT,
    device_name: TEXT,
    nodemap_id: INT,
    node_name: TEXT,
    node: described(maybe({ type: 'object' }), 'the node as it is now'),
    before: maybe(NUMBER),
    after: NUMBER,
    at: TIME,
    within: described(maybe(INT), 'time within which the device has to report, ms'),
    result: maybe({ type: 'string', enum: [...switchResults] }),
    reported: maybe(NUMBER),
    ended_at: maybe(TIME),
    reason: described(maybe(TEXT), 'why the command was refused'),
    undone: ZERO_OR_ONE,
    undo: maybe(
      record({
        at: TIME,
        user_id: maybe(INT),
        user_name: maybe(TEXT),
        result: maybe({ type: 'string', enum: [...switchResults] }),
        reported: maybe(NUMBER),
        ended_at: maybe(TIME),
      }),
    ),
    undoable: ZERO_OR_ONE,
  }),
}
