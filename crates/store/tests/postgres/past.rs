//! What is done past the store.

use crate::server::Database;

impl Database {
    /// Does something to the database.
    pub fn raw(&self, text: &str) {
        self.wait(async { Self::client(&self.address()).await.batch_execute(text).await.expect("it is done") });
    }

    /// Ends all connections to the database that are there now.
    pub fn hang_up(&self) {
        let name = &self.name;
        self.server(&format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"));
    }

    /// Ends all connections to the database, and lets none be made.
    pub fn cut(&self) {
        self.server(&format!("ALTER DATABASE {} ALLOW_CONNECTIONS false", self.name));
        self.hang_up();
    }

    /// Lets connections be made again.
    pub fn mend(&self) {
        self.server(&format!("ALTER DATABASE {} ALLOW_CONNECTIONS true", self.name));
    }
}
