export const WorldsView = () => <h1>Worlds</h1>;
