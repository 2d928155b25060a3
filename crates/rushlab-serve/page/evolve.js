export function mount(app, root){return {}}
