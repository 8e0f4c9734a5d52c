import { useCallback, useRef, useState, useSyncExternalStore } from 'react'
import { loadCapabilities } from '../../authProvider/capabilities.ts'
import { isSuper, type Caller } from '../../resources/kit/access.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { projectField } from '../admin/fields/controls/refChoices.ts'
import { importable } from './sheet/columns.ts'
import { FileProblem, type Encoding } from './decode.ts'
import { loadLookups } from './lookups.ts'
import type { Parsed } from './parse.ts'
import { readCsv } from './readCsv.ts'
import { createSending, type Sending } from './sending.ts'
import { Sheet } from './sheet/sheet.ts'

/** A file that was read, as rows, with the object that sends them. */
export interface LoadedFile {
  file: File
  parsed: Parsed
  sheet: Sheet
  sending: Sending
  /** Whether the platform accepts many rows in one request. */
  batch: boolean
}

/** Reads files for an import; a failure is reported and keeps the previous file. */
export function useImport(resource: Resource, caller: Caller, initialProject: number | null) {
  const [project, setProject] = useState(initialProject)
  const [loaded, setLoaded] = useState<LoadedFile | null>(null)
  const [reading, setReading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const latest = useRef(0)
  const needsProject = isSuper(caller) && projectField(resource) !== null

  const read = useCallback(
    async (file: File, encoding: Encoding | null) => {
      if (needsProject && project === null) return setProblem('importing.selectPro')
      const mine = ++latest.current
      setReading(true)
      setProblem(null)
      try {
        const [parsed, lookups, { extensions }] = await Promise.all([
          readCsv(file, encoding),
          loadLookups(resource, importable(resource, caller)),
          loadCapabilities(),
        ])
        if (mine !== latest.current) return
        const sheet = new Sheet(resource, caller, parsed.records, lookups, project, parsed.lines)
        const batch = extensions.has('batch')
        setLoaded({ file, parsed, sheet, batch, sending: createSending(sheet, batch) })
      } catch (failure) {
        if (mine === latest.current) setProblem(failure instanceof FileProblem ? failure.message : 'importing.failed')
      } finally {
        if (mine === latest.current) setReading(false)
      }
    },
    [resource, caller, project, needsProject],
  )
  const choose = useCallback((chosen: number | null) => {
    setProject(chosen)
    setProblem(null)
  }, [])
  return {
    project,
    choose,
    needsProject,
    loaded,
    reading,
    problem,
    setProblem,
    read,
    forget: useCallback(() => setLoaded(null), []),
  }
}

/** Renders the component again whenever the sheet changes. */
export const useSheet = (sheet: Sheet): number => useSyncExternalStore(sheet.subscribe, () => sheet.version)
