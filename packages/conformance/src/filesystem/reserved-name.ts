/** A name in the root that no case uses or looks at: a composed target may have another mount there. */
export const reservedName = 'reserved-for-a-mount'
