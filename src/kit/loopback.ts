/** Whether a host name (`location.hostname`) means this computer alone, so that no other device reaches it. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname)

/** 0.0.0.0 and [::] are what a server listens on; a browser takes them for this computer. */
const LOOPBACK = /^((.+\.)?localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])$/
