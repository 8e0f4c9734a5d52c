import { createContext } from 'react'
import type { StationVerdict } from '../../environment/verdict.ts'

/** What law says of the listed devices, by id; empty on a platform that judges nothing, and before it is known. */
export const VerdictsContext = createContext<ReadonlyMap<number, StationVerdict>>(new Map())
