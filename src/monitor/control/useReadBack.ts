import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { lastCommand, type CommandStory } from '../../../dataProvider/calls/control.ts'
import { useExtensions } from '../../kit/hooks/useExtensions.ts'
import { lastCommandKey } from './lastCommandKey.ts'

/** How often the platform is asked while the device may still answer, ms. */
const POLL_INTERVAL_MS = 1000

/** What the device does with a value that was sent. */
export interface ReadBack {
  /** The platform tells; else nothing is followed. */
  told: boolean
  /** Follows the value that was just taken by the platform. */
  follow: (value: number) => void
  /** Null: nothing was sent. */
  followed: {
    /** The device may still answer. */
    waiting: boolean
    /** Somebody else set another value meanwhile. */
    superseded: boolean
    /** Null until the platform told it, and where it cannot be asked. */
    command: CommandStory | null
    failed: boolean
  } | null
}

/** Waits for a device to report what was set, by the platform's own comparison (wire.md, `read-back`). */
export function useReadBack(device: number, node: number): ReadBack {
  const told = useExtensions()?.has('read-back') === true
  const [sent, setSent] = useState<{ value: number; times: number } | null>(null)
  const queries = useQueryClient()
  const { data, isError } = useQuery({
    // With what was sent: an answer about the value before is none.
    queryKey: ['live', 'readBack', device, node, sent?.times],
    queryFn: async ({ signal }) => {
      const answer = { command: await lastCommand(device, node, signal) }
      // What is said of the last change is of this one now.
      if (isOver(answer.command, sent?.value))
        void queries.invalidateQueries({ queryKey: lastCommandKey(device, node) })
      return answer
    },
    enabled: told && sent !== null,
    refetchInterval: ({ state }) => (state.data && isOver(state.data.command, sent?.value) ? false : POLL_INTERVAL_MS),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const command = data?.command ?? null
  return {
    told,
    follow: (value) => setSent((before) => ({ value, times: (before?.times ?? 0) + 1 })),
    followed:
      sent === null || !told
        ? null
        : {
            waiting: !isError && !(data && isOver(command, sent.value)),
            superseded: command !== null && command.to !== sent.value,
            command,
            failed: isError || (data !== undefined && command === null),
          },
  }
}

/** Whether there is nothing more to wait for. */
const isOver = (command: CommandStory | null, value: number | undefined): boolean =>
  command === null || command.result !== null || command.to !== value
