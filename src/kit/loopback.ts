/**
 * Returns whether a host name (`location.hostname`) refers to this computer only, so that no other device reaches it.
 */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname)

/** 0.0.0.0 and [::] are listening addresses of servers; a browser treats them as this computer. */
const LOOPBACK = /^((.+\.)?localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])$/
