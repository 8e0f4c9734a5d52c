/**
 * Parameters for the external editor and viewer of display screens: the credential, the screen, its area and its
 * project.
 */
export interface HmiTarget {
  /** The user's own token from `user_token`, never the session's: browser histories and logs keep addresses. */
  token: string
  hmiId: number
  districtPin: string
  projectPin: string
}

/**
 * Returns the address of a display screen at the external site (spec 2 §2, HMI), or null where none is set. HMI_URL may
 * be a full address or a path of this host, and may contain {host} for the host that the console was opened under.
 */
export function hmiAddress(
  hmiUrl: string | null,
  { token, hmiId, districtPin, projectPin }: HmiTarget,
  here: { origin: string; hostname: string } = location,
): string | null {
  const template = hmiUrl?.replaceAll('{host}', here.hostname)
  // "hmi.{host}" is not a valid name where the console was opened by an IP address.
  if (template === undefined || !URL.canParse(template, here.origin)) return null
  const address = new URL(template, here.origin)
  const parameters = { token, hmi_id: String(hmiId), district_pin_code: districtPin, project_pin_code: projectPin }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return address.href
}
