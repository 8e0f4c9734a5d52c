export interface FileOutcome {
  file: string | null
  passed: number
  failed: number
  skipped: number
  failures: { name: string; message: string; pattern: string | null }[]
  seconds: { tests: number; hooks: number; imports: number } | null
}

/** The properties of vitest's modules and errors that the reporter reads. */
interface Suite {
  type: 'suite' | 'module'
  name?: string
  fullName?: string
  parent?: Suite
  errors(): Failure[]
}
interface Failure {
  name?: string
  type?: string
  message: string
  diff?: string
  stack?: string
  VITEST_TEST_PATH?: string
}
export interface ReportedModule extends Suite {
  id: string
  moduleId: string
  diagnostic(): Record<'duration' | 'collectDuration' | 'setupDuration' | 'environmentSetupDuration', number>
  children: {
    allSuites(): Iterable<Suite>
    allTests(): Iterable<{
      name: string
      fullName: string
      parent: Suite
      result(): { state: 'passed' | 'failed' | 'skipped' | 'pending'; errors?: Failure[] }
      diagnostic(): { duration: number } | undefined
    }>
  }
}

export default class Outcome {
  onTestRunStart(specifications: readonly unknown[]): void
  onUserConsoleLog(log: { taskId?: string; content: string }): void
  onTestModuleEnd(module: ReportedModule): void
  onTestRunEnd(modules: readonly ReportedModule[], unhandled: readonly Failure[]): void
}

export function hasPassed(file: string, outcomes: readonly FileOutcome[]): boolean
export function linesOf(word: string, files: readonly FileOutcome[]): string[]
