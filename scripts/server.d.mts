export const serverFlags: string[]
export const serverEnvironment: Record<string, string>
