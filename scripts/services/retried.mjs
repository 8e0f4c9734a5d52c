/** A vitest reporter: names the tests that passed only when they were tried again. */
export default class Retried {
  names = []

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky)
      this.names.push(`${test.module.relativeModuleId ?? test.module.moduleId} > ${test.fullName}`)
  }

  onTestRunEnd() {
    if (this.names.length > 0)
      console.log(
        `\nPassed only when tried again, which is a bug:\n${this.names.map((name) => `  ${name}`).join('\n')}`,
      )
  }
}
