/** Enough for any work, and few enough that a program that multiplies itself does not take the computer with it. */
export const mostProcesses = 8192
