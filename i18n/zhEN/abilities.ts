/**
 * Extensions that the connected platform announces, and how the console works without the others (docs/wire.md,
 * Capabilities).
 */
export const abilities = {
  title: 'What this platform can do',
  is: 'Platform: %{name} %{version}',
  unnamed: 'This platform does not say its name and version',
  whole: 'This platform has all that the console can use',
  lacking: 'Missing: %{count}. The table says how the console works without them',
  function: 'Function',
  state: 'This platform',
  has: 'Has it',
  notice: 'Functions this platform lacks: %{count}. See "What this platform can do" in the user menu',
  unknown: 'The platform did not answer what it can do',
}
